import { isJsonObject, type JsonValue } from "../../../shared/json.ts";
import type { VariableValues } from "../config-variables.ts";
import { entryReader, type ReportField } from "../entry-reader.ts";
import type { IdentityProvider, OAuthConfig } from "./oauth-config.ts";

const textFields = ["clientId", "clientSecret", "clientMetadataUrl", "privateKey", "algorithm"] as const;
const fields: readonly string[] = [...textFields, "scopes", "callbackPort", "grant", "identityProvider"];

export interface ReadOAuth {
  config: OAuthConfig;
  /** The same with inputs as variables, for the launch hash. */
  judged: OAuthConfig;
  secrets: readonly string[];
  /** Ids of the inputs that the person was not asked for yet. */
  waitsFor: readonly string[];
}

/** Reads the `oauth` object of a server's entry. What is wrong in it is reported, and the rest is used. */
export function readOAuth(
  value: JsonValue | undefined,
  variables: VariableValues,
  report: ReportField,
  { variablesMayBeUnset }: { variablesMayBeUnset: boolean },
): ReadOAuth | undefined {
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
  const texts = textFields.flatMap((field) => {
    const text = reader.text(field);
    return text === undefined ? [] : [{ field, text }];
  });
  const scopes =
    typeof value.scopes === "string"
      ? // Claude Code writes them like this.
        entryReader({ scopes: value.scopes.split(/[\s,]+/).filter(Boolean) }, variables, reportField, {
          variablesMayBeUnset,
        }).textList("scopes")
      : reader.textList("scopes");
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
  const built = (kind: "value" | "judged"): OAuthConfig => ({
    ...Object.fromEntries(texts.map(({ field, text }) => [field, text[kind]])),
    ...(scopes.length === 0 ? {} : { scopes: scopes.map((scope) => scope[kind]) }),
    ...(isPort ? { callbackPort } : {}),
    ...(grant === "client_credentials" ? { grant } : {}),
    ...(identityProvider === undefined ? {} : { identityProvider: identityProvider[kind] }),
  });
  const config = built("value");
  const secrets = [config.clientSecret, config.privateKey, config.identityProvider?.idToken];
  return {
    config,
    judged: built("judged"),
    secrets: [
      ...secrets.filter((secret) => secret !== undefined),
      ...reader.hidden,
      ...(identityProvider?.hidden ?? []),
    ],
    waitsFor: [...reader.waitsFor, ...(identityProvider?.waitsFor ?? [])],
  };
}

interface ReadIdentityProvider {
  value: IdentityProvider;
  judged: IdentityProvider;
  hidden: readonly string[];
  waitsFor: readonly string[];
}

function readIdentityProvider(
  value: JsonValue | undefined,
  variables: VariableValues,
  report: ReportField,
  { variablesMayBeUnset }: { variablesMayBeUnset: boolean },
): ReadIdentityProvider | undefined {
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
  const [tokenEndpoint, clientId, idToken] = ["tokenEndpoint", "clientId", "idToken"].map((field) =>
    reader.requiredText(field, "oauth"),
  );
  if (tokenEndpoint === undefined || clientId === undefined || idToken === undefined) {
    return undefined;
  }
  const built = (kind: "value" | "judged"): IdentityProvider => ({
    tokenEndpoint: tokenEndpoint[kind],
    clientId: clientId[kind],
    idToken: idToken[kind],
  });
  return { value: built("value"), judged: built("judged"), hidden: reader.hidden, waitsFor: reader.waitsFor };
}
