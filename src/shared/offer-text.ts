import type { PromptSummary, ResourceSummary, ResourceTemplateSummary } from "./panel-state.ts";

/** In what a search for something that a server offers looks: the panel in what it has, the host in all of it. */
export const offerText = {
  prompt: (serverName: string, { name, title = "" }: PromptSummary): string => `${serverName}:${name} ${title}`,
  resource: (serverName: string, { name, title = "", uri }: ResourceSummary): string =>
    `${serverName}:${name} ${title} ${uri}`,
  template: (serverName: string, { name, title = "", uriTemplate }: ResourceTemplateSummary): string =>
    `${serverName}:${name} ${title} ${uriTemplate}`,
};
