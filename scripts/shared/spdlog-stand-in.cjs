// Takes the place of the native module @vscode/spdlog in the VS Code of tests and demos, which is installed without a compiler.
// VS Code writes its log files and the text of every log output channel through it; without it the Output view stays empty.
// The names and signatures are those of the original; it appends synchronously and never rotates.
const fs = require("node:fs");
const path = require("node:path");

const LEVELS = ["trace", "debug", "info", "warning", "error", "critical"];
const INFO = LEVELS.indexOf("info");

class Logger {
  #file;
  #level = INFO;
  #withPrefix = true;

  constructor(_kind, _name, file) {
    this.#file = file;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, "");
  }

  trace(message) {
    this.#write(0, message);
  }
  debug(message) {
    this.#write(1, message);
  }
  info(message) {
    this.#write(2, message);
  }
  warn(message) {
    this.#write(3, message);
  }
  error(message) {
    this.#write(4, message);
  }
  critical(message) {
    this.#write(5, message);
  }

  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.#withPrefix = false; // output channels write their text as it is
  }
  flush() {}
  drop() {}

  #write(level, message) {
    if (level < this.#level) return;
    const prefix = `${new Date().toISOString().replace("T", " ").replace("Z", "")} [${LEVELS[level]}] `;
    try {
      fs.appendFileSync(this.#file, this.#withPrefix ? `${prefix}${message}\n` : message);
    } catch {
      // The folder of a run that is over may be gone; a log line is not worth an error.
    }
  }
}

async function createLogger(name, file) {
  return new Logger("rotating", name, file);
}

// Assigned one by one, so that `await import()` finds them as named exports.
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
