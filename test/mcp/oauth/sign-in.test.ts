import assert from "node:assert/strict";
import { CredentialStore } from "../../../src/extension/mcp/oauth/credential-store.ts";
import { openLoopbackRedirect } from "../../../src/extension/mcp/oauth/loopback-redirect.ts";
import { isSignInFailure } from "../../../src/extension/mcp/oauth/sign-in-failure.ts";
import { MemorySecrets } from "../../../src/extension/ports/secrets.ts";
import type { JsonObject } from "../../../src/shared/json.ts";
import { McpError } from "../../../src/shared/mcp-error.ts";
import { type AuthorizationQuirks, AuthorizationServer, allowInBrowser } from "../../support/authorization-server.ts";
import { HubBench } from "../../support/hub-bench.ts";
import { patience } from "../../support/patience.ts";

const pages = { language: "en", done: "Done.", failed: "Failed." };
const tool = "mcp__a__t";

describe("signing in at a server", () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) {
      await end();
    }
  });

  const start = async (quirks: AuthorizationQuirks = {}, entry: JsonObject = {}, open = allowInBrowser) => {
    const server = await AuthorizationServer.start(quirks);
    ends.push(() => server.close());
    const secrets = new MemorySecrets();
    const bench = new HubBench({
      signIn: {
        store: new CredentialStore(secrets),
        browser: { open },
        openRedirect: (port) => openLoopbackRedirect(port, pages),
      },
    });
    ends.push(() => bench.dispose());
    await bench.run({ a: { url: server.url, ...entry } });
    const signIn = async () => {
      await bench.hub.signIn("a", AbortSignal.timeout(patience.condition));
      await bench.settled();
    };
    return { server, bench, secrets, signIn };
  };
  const failureOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "none",
      (error: unknown) => (isSignInFailure(error) ? (error.reason.key ?? "") : String(error)),
    );

  it("asks for it, does it with PKCE, the resource and a registration, and the tools are there", async () => {
    const { server, bench, signIn } = await start();
    assert.deepEqual([bench.status("a").state, bench.status("a").signIn], ["needs-auth", "needed"]);
    assert.equal(bench.status("a").reason?.key, "mcp.fail.signIn");
    assert.equal(server.registrations.length, 0, "nothing is registered before somebody wants to sign in");
    await signIn();
    assert.deepEqual([bench.status("a").state, bench.status("a").signIn], ["ready", "done"]);
    assert.notEqual((await bench.call(tool)).isError, true);
    assert.equal(server.registrations[0]?.application_type, "native");
    assert.deepEqual(server.registrations[0]?.grant_types, ["authorization_code", "refresh_token"]);
    assert.equal(server.tokenRequests[0]?.resource, server.url);
    const secret = [...server.tokens.keys()][0] ?? "none";
    assert.doesNotMatch(JSON.stringify([bench.log, bench.hub.statuses()]), new RegExp(secret));
  });

  it("needs no sign-in after a restart, and renews a refused token once for all requests", async () => {
    const { server, bench, signIn } = await start();
    await signIn();
    server.tokens.clear();
    const results = await Promise.all([bench.call(tool), bench.call(tool), bench.call(tool)]);
    assert.equal(results.length, 3);
    assert.equal(server.tokenRequests.filter(({ grant_type }) => grant_type === "refresh_token").length, 1);
    await bench.hub.restart("a");
    await bench.settled();
    assert.equal(bench.status("a").state, "ready");
  });

  it("renews a token before it ends", async () => {
    const { server, bench, signIn } = await start({ expiresIn: 10 });
    await signIn();
    server.requests.length = 0;
    await bench.call(tool);
    assert.equal(server.requests.filter((request) => request === "POST /mcp tools/call").length, 1);
    assert.ok(server.tokenRequests.some(({ grant_type }) => grant_type === "refresh_token"));
  });

  it("wants a new sign-in when a token without renewal ends, and says so to the call", async () => {
    const { server, bench, signIn } = await start({ withoutRefresh: true });
    await signIn();
    server.tokens.clear();
    await assert.rejects(bench.call(tool), (error) => {
      assert.ok(error instanceof McpError);
      assert.deepEqual(
        [error.code, error.message],
        [
          "PERMISSION_DENIED",
          'The MCP server "a" wants you to sign in. Sign in on the servers page; the call was not run.',
        ],
      );
      return true;
    });
    assert.equal((await bench.until("a", "needs-auth")).signIn, "needed");
    await signIn();
    assert.equal(bench.status("a").state, "ready");
  });

  it("stays usable when a call wants more, asks for the old scopes and the new ones, and then makes the call", async () => {
    const { server, bench, signIn } = await start({ scopesOfCalls: "write" });
    await signIn();
    await assert.rejects(bench.call(tool), /more permissions.*write/);
    assert.deepEqual([bench.status("a").state, bench.status("a").signIn], ["ready", "more"]);
    await signIn();
    assert.equal([...server.tokens.values()].at(-1), "read write");
    await bench.call(tool);
    assert.equal(server.registrations.length, 1, "the registration is used again");
  });

  it("forgets the tokens at a sign-out, and everything when all is cleared", async () => {
    const { server, bench, secrets, signIn } = await start();
    await signIn();
    await bench.hub.signOut("a");
    await bench.settled();
    assert.equal(bench.status("a").state, "needs-auth");
    await signIn();
    assert.equal(server.registrations.length, 1);
    await new CredentialStore(secrets).forgetAll();
    await bench.hub.restart("a");
    await bench.settled();
    assert.equal(bench.status("a").state, "needs-auth");
    await signIn();
    assert.equal(server.registrations.length, 2);
  });

  it("works without a person where the client itself is authorized", async () => {
    const oauth = { grant: "client_credentials", clientId: "me", clientSecret: "verysecret", scopes: ["read"] };
    const { server, bench } = await start({}, { oauth });
    assert.equal(bench.status("a").state, "ready");
    assert.deepEqual(
      server.tokenRequests.map(({ grant_type }) => grant_type),
      ["client_credentials"],
    );
    assert.doesNotMatch(JSON.stringify([bench.log, bench.hub.statuses()]), /verysecret/);
  });

  it("uses a client that was registered beforehand", async () => {
    const { server, bench, signIn } = await start({}, { oauth: { clientId: "known" } });
    await signIn();
    assert.equal(bench.status("a").state, "ready");
    assert.equal(server.registrations.length, 0);
    assert.equal(server.tokenRequests[0]?.client_id, "known");
  });

  it("sends the person's own header and no token where one is configured", async () => {
    const { server, bench } = await start({}, { headers: { Authorization: "Bearer mine" } });
    assert.equal(bench.status("a").state, "needs-auth");
    server.tokens.set("mine", "read");
    await bench.hub.restart("a");
    await bench.settled();
    assert.equal(bench.status("a").state, "ready");
  });

  for (const [key, quirks] of Object.entries({
    "mcp.oauth.wrongIssuer": { metadata: (metadata) => ({ ...metadata, issuer: "https://attacker.invalid" }) },
    "mcp.oauth.noPkce": { metadata: ({ code_challenge_methods_supported: _, ...metadata }) => metadata },
    "mcp.oauth.wrongAnswer": { answer: (parameters) => parameters.set("iss", "https://attacker.invalid") },
    "mcp.oauth.denied": {
      answer: (parameters) => {
        parameters.delete("code");
        parameters.set("error", "access_denied");
      },
    },
    "mcp.oauth.refused": { answer: (parameters) => parameters.set("code", "another") },
  } satisfies Record<string, AuthorizationQuirks>)) {
    it(`ends with ${key} and sends no code to anybody`, async () => {
      const { server, bench, signIn } = await start(quirks);
      assert.equal(await failureOf(signIn()), key);
      assert.equal(bench.status("a").state, "needs-auth");
      assert.equal(server.tokens.size, 0);
    });
  }

  it("does not take an answer without the issuer where one was promised", async () => {
    const { signIn } = await start({ answer: (parameters) => parameters.delete("iss") });
    assert.equal(await failureOf(signIn()), "mcp.oauth.wrongAnswer");
  });

  it("never takes the answer of a page that does not know the state", async () => {
    const { server, bench } = await start({ answer: (parameters) => parameters.set("state", "guessed") });
    assert.equal(
      await failureOf(bench.hub.signIn("a", AbortSignal.timeout(patience.condition))),
      "mcp.oauth.notOpened",
    );
    assert.deepEqual(server.tokenRequests, []);
  });

  it("says so when the browser was not opened", async () => {
    const { signIn } = await start({}, {}, async () => false);
    assert.equal(await failureOf(signIn()), "mcp.oauth.notOpened");
  });

  it("says what to do when the server does not say where to sign in", async () => {
    const { bench, signIn } = await start({ silent: true }, {}, async () => false);
    assert.match(bench.status("a").reason?.message ?? "", /Sign in, or add an "Authorization" header/);
    assert.notEqual(await failureOf(signIn()), "none");
  });
});
