import assert from "node:assert/strict";
import { meetingPoint } from "../support/meeting-point.ts";
import { errorReply, startTestModelServer } from "../support/test-model-server.ts";
import { ask, summarise, wireClient } from "../support/wire-client.ts";
import { wireKinds, wires } from "../support/wires.ts";

for (const kind of wireKinds) {
  describe(`requests that run beside each other (${kind})`, () => {
    it("are all sent again when the server refuses a field of them", async () => {
      const both = meetingPoint(2);
      const refusal = errorReply(400, { error: { message: "Unsupported parameter: temperature is not supported." } });
      const server = await startTestModelServer(
        wires[kind].script([
          ({ body }) =>
            body.temperature === undefined
              ? wires[kind].reply({ text: "ok" })
              : { ...refusal, parts: [both(), ...refusal.parts] },
        ]),
      );
      try {
        const client = wireClient(kind, wires[kind].baseUrl(server));
        const replies = await Promise.all([ask(client, { temperature: 0.5 }), ask(client, { temperature: 0.5 })]);
        assert.deepEqual(replies.map(summarise), ["ok stop", "ok stop"]);
        assert.equal(server.requests.length, 4);
      } finally {
        await server.close();
      }
    });
  });
}
