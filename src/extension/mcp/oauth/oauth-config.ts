/** Where a company's people are known, and who this person is there. */
export interface IdentityProvider {
  tokenEndpoint: string;
  /** Of this program at the identity provider. */
  clientId: string;
  /** A secret: the person's ID token. */
  idToken: string;
}

/** The `oauth` object of a server's configuration, for servers that do not let clients register themselves. */
export interface OAuthConfig {
  /** Of a client that was registered beforehand. */
  clientId?: string;
  clientSecret?: string;
  /** https address of a document that describes the client, for servers that take such addresses as ids (CIMD). */
  clientMetadataUrl?: string;
  /** Asked for when the server does not say which it wants. */
  scopes?: readonly string[];
  /** The port of the redirect address on this computer that was registered; absent: any free one. */
  callbackPort?: number;
  /** Without a person: the client itself is authorized (MCP extension "OAuth client credentials"). */
  grant?: "client_credentials";
  /** The company decides who may use the server: nobody signs in at the server itself. */
  identityProvider?: IdentityProvider;
  /** PEM, PKCS #8: the client proves who it is by a signed assertion instead of a secret. */
  privateKey?: string;
  /** Of the signature; `ES256` when absent. */
  algorithm?: string;
}
