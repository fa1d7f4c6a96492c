import { StringDecoder } from "node:string_decoder";
import type { JsonObject } from "../../shared/json.ts";
import type { MessageTransport } from "./mcp-client.ts";
import { MessageReader, type ReadResult } from "./message-reader.ts";
import { type ProcessExit, type ProcessLaunch, ProcessTree } from "./process-tree.ts";

export interface StdioObserver {
  /** A line that the server wrote to stderr. Servers log there; it is no sign of a failure. */
  onErrorLine(line: string): void;
  /** Text on stdout that is not part of the protocol. */
  onNoise(text: string): void;
  /** The process runs; called before anything is sent. */
  onSpawned(pid: number): void;
  /** Anything arrived: the server lives. */
  onActivity(): void;
}

/** Why a transport ended by itself. */
export type StdioEnd = { type: "exit"; exit: ProcessExit } | { type: "closed" } | { type: "too-large"; limit: number };

/** Characters of one message; more than this is no longer a tool result but a fault. */
const messageLimit = 256 * 1024 * 1024;
const tailLines = 20;
const tailLineLength = 2_000;

/** A server process as an MCP transport: JSON-RPC lines on stdin and stdout, log lines on stderr. */
export class StdioTransport implements MessageTransport {
  onmessage?: (message: JsonObject) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  readonly #launch: ProcessLaunch;
  readonly #observer: StdioObserver;
  readonly #reader = new MessageReader(messageLimit);
  readonly #stderrTail: string[] = [];
  #tree: ProcessTree | undefined;
  #end: StdioEnd | undefined;
  #closed = false;

  constructor(launch: ProcessLaunch, observer: StdioObserver) {
    this.#launch = launch;
    this.#observer = observer;
  }

  get pid(): number | undefined {
    return this.#tree?.pid;
  }

  /** The last lines of stderr, oldest first. */
  get stderrTail(): readonly string[] {
    return this.#stderrTail;
  }

  /** Set once the server ended or fell silent for good without being told to. */
  get end(): StdioEnd | undefined {
    return this.#end;
  }

  /** Rejects with the system's error when the program cannot be started. */
  async start(): Promise<void> {
    const tree = new ProcessTree(this.#launch);
    this.#tree = tree;
    this.#listen(tree);
    await tree.spawned;
    if (tree.pid !== undefined) {
      this.#observer.onSpawned(tree.pid);
    }
  }

  /**
   * Writes a message. When the server no longer reads, this does not reject: the transport ends, and what waits for an
   * answer learns why from that.
   */
  send(message: JsonObject): Promise<void> {
    const tree = this.#tree;
    const stdin = tree?.child.stdin;
    return new Promise((resolve) => {
      const fail = () => {
        if (tree !== undefined) {
          this.#endSoon(tree);
        }
        resolve();
      };
      if (stdin?.writable !== true) {
        fail();
        return;
      }
      stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? fail() : resolve()));
    });
  }

  /** Ends the whole process tree, within a second. */
  async close(): Promise<void> {
    const wasClosed = this.#closed;
    this.#closed = true;
    await this.#tree?.end();
    if (!wasClosed) {
      this.onclose?.();
    }
  }

  /** Kills the process group at once, for the moment when this process itself ends. */
  killNow(): void {
    this.#tree?.killNow();
  }

  #listen(tree: ProcessTree): void {
    const { stdin, stdout } = tree.child;
    // A server that ends while something is written to it breaks the pipe; its exit is what counts.
    stdin?.on("error", () => {});
    const decoder = new StringDecoder("utf8");
    stdout?.on("data", (data: Buffer) => this.#read(() => this.#reader.push(decoder.write(data))));
    stdout?.on("end", () => {
      this.#read(() => this.#reader.end());
      this.#endSoon(tree);
    });
    stdout?.on("error", (error) => this.onerror?.(error));
    this.#listenToLog(tree);
  }

  #listenToLog({ child: { stderr } }: ProcessTree): void {
    let open = "";
    const tell = (line: string) => {
      const text = line.trimEnd();
      if (text !== "") {
        this.#stderrTail.push(text.slice(0, tailLineLength));
        this.#stderrTail.splice(0, this.#stderrTail.length - tailLines);
        this.#observer.onErrorLine(text);
      }
    };
    stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#observer.onActivity();
      const lines = (open + text).split("\n");
      open = lines.pop() ?? "";
      // A progress bar redraws one line for ever.
      if (open.length > tailLineLength) {
        lines.push(open);
        open = "";
      }
      for (const line of lines) {
        tell(line);
      }
    });
    stderr?.on("end", () => tell(open));
    stderr?.on("error", () => {});
  }

  #read(read: () => ReadResult): void {
    if (this.#end !== undefined) {
      return;
    }
    this.#observer.onActivity();
    try {
      const { messages, noise } = read();
      for (const text of noise) {
        this.#observer.onNoise(text);
      }
      void this.#deliver(messages);
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
      this.#finish({ type: "too-large", limit: messageLimit });
    }
  }

  /**
   * Gives each message a turn of its own. The engines deal with a notification in the next turn, so that progress which
   * arrived together with the answer behind it would find a call that is over.
   */
  async #deliver(messages: readonly JsonObject[]): Promise<void> {
    for (const message of messages) {
      this.onmessage?.(message);
      await Promise.resolve();
    }
  }

  /** A closed pipe is seen before the exit; the exit says more, so it gets a moment to arrive. */
  #endSoon(tree: ProcessTree): void {
    const timer = setTimeout(() => this.#finish({ type: "closed" }), 500);
    void tree.exited.then((exit) => {
      clearTimeout(timer);
      // stderr may still hold the reason.
      const stderr = tree.child.stderr;
      if (stderr === null || stderr.readableEnded || stderr.destroyed) {
        this.#finish({ type: "exit", exit });
      } else {
        const late = setTimeout(() => this.#finish({ type: "exit", exit }), 200);
        stderr.once("end", () => {
          clearTimeout(late);
          this.#finish({ type: "exit", exit });
        });
      }
    });
  }

  #finish(end: StdioEnd): void {
    if (this.#closed || this.#end !== undefined) {
      return;
    }
    this.#end = end;
    // What the server itself had started must not outlive it.
    void this.close();
  }
}
