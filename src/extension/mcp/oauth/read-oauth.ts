import { isJsonObject, type JsonValue } from "../../../shared/json.ts";
import type { VariableValues } from "../config-variables.ts";
import { entryReader, type ReportField } from "../entry-reader.ts";
import type { IdentityProvider, OAuthConfig } from "./oauth-config.ts";

const fields = [
  "clientId",
  "clientSecret",
  "clientMetadataUrl",
  "scopes",
  "callbackPort",
  "grant",
  "privateKey",
  "algorithm",
  "identityProvider",
];

/** Reads the `oauth` object of a server's entry. What is wrong in it is reported, and the rest is used. */
export function readOAuth(
  value: JsonValue | undefined,
  variables: VariableValues,
  report: ReportField,
  { variablesMayBeUnset }: { variablesMayBeUnset: boolean },
): { config: OAuthConfig; secrets: string[] } | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  const reportField: ReportField = (key, params) =>
    report(key, { ...params, field: params?.field === undefined ? "oauth" : `oauth.${params.field}` });
  if (!isJsonObject(value)) {
    reportField("mcp.config.wrongType", { expected: "an object" });
    return undefined;
  }
  const reader = entryReader(value, variables, reportField, { variablesMayBeUnset });
  const text = (field: "clientId" | "clientSecret" | "clientMetadataUrl" | "privateKey" | "algorithm") => {
    const found = reader.text(field)?.value;
    return found === undefined ? {} : { [field]: found };
  };
  const scopes = reader.textList("scopes").map((scope) => scope.value);
  const { callbackPort, grant } = value;
  const isPort =
    typeof callbackPort === "number" && Number.isInteger(callbackPort) && callbackPort > 0 && callbackPort < 65_536;
  if (callbackPort !== undefined && !isPort) {
    reportField("mcp.config.wrongType", { field: "callbackPort", expected: "a port number" });
  }
  if (grant !== undefined && grant !== "client_credentials") {
    reportField("mcp.config.wrongType", { field: "grant", expected: '"client_credentials"' });
  }
  for (const field of Object.keys(value).filter((key) => !fields.includes(key))) {
    reportField("mcp.config.unknownField", { field });
  }
  const identityProvider = readIdentityProvider(value.identityProvider, variables, reportField, {
    variablesMayBeUnset,
  });
  const config: OAuthConfig = {
    ...text("clientId"),
    ...text("clientSecret"),
    ...text("clientMetadataUrl"),
    ...text("privateKey"),
    ...text("algorithm"),
    ...(scopes.length === 0 ? {} : { scopes }),
    ...(isPort ? { callbackPort } : {}),
    ...(grant === "client_credentials" ? { grant } : {}),
    ...(identityProvider === undefined ? {} : { identityProvider: identityProvider.value }),
  };
  const secrets = [config.clientSecret, config.privateKey, config.identityProvider?.idToken];
  return {
    config,
    secrets: [
      ...secrets.filter((secret) => secret !== undefined),
      ...reader.hidden,
      ...(identityProvider?.hidden ?? []),
    ],
  };
}

function readIdentityProvider(
  value: JsonValue | undefined,
  variables: VariableValues,
  report: ReportField,
  { variablesMayBeUnset }: { variablesMayBeUnset: boolean },
): { value: IdentityProvider; hidden: readonly string[] } | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  const inner: ReportField = (key, params) =>
    report(key, { ...params, field: `identityProvider.${params?.field ?? ""}`.replace(/\.$/, "") });
  if (!isJsonObject(value)) {
    inner("mcp.config.wrongType", { field: "", expected: "an object" });
    return undefined;
  }
  const reader = entryReader(value, variables, inner, { variablesMayBeUnset });
  const [tokenEndpoint, clientId, idToken] = ["tokenEndpoint", "clientId", "idToken"].map(
    (field) => reader.requiredText(field, "oauth")?.value,
  );
  return tokenEndpoint === undefined || clientId === undefined || idToken === undefined
    ? undefined
    : { value: { tokenEndpoint, clientId, idToken }, hidden: reader.hidden };
}
