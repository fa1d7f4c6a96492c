import type { ServerOffers, ServerStatus } from "../../../src/shared/panel-state.ts";
import { sampleServers } from "./sample-state.ts";

const none: ServerOffers = {
  prompts: [],
  promptCount: 0,
  resources: [],
  resourceCount: 0,
  templates: [],
  templateCount: 0,
  completes: true,
};

const offers: Record<string, Partial<ServerOffers>> = {
  github: {
    prompts: [
      {
        name: "review-pull-request",
        description: "Reviews a pull request.",
        arguments: [
          { name: "number", description: "Number of the pull request", required: true },
          { name: "focus", required: false },
        ],
      },
      { name: "release-notes", title: "Release notes", arguments: [] },
    ],
    promptCount: 2,
  },
  filesystem: {
    prompts: [{ name: "compare-sources", arguments: [{ name: "topic", required: true }] }],
    promptCount: 1,
    resources: [
      { uri: "db://schema/tax_rates", name: "schema/tax_rates", mimeType: "application/json" },
      { uri: "db://schema/orders", name: "schema/orders" },
    ],
    resourceCount: 2,
    templates: [{ uriTemplate: "db://rows/{table}/{id}", name: "One row", description: "A row of a table." }],
    templateCount: 1,
  },
};

/** The sample servers, two of them with prompts and resources. */
export const serversWithOffers: ServerStatus[] = sampleServers.map((server) => {
  const more = offers[server.name];
  return more === undefined ? server : { ...server, offers: { ...none, ...more } };
});
