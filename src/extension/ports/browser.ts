/** The person's own browser, outside of VS Code. */
export interface Browser {
  /** Opens an address there; false when the person declined or no browser could be opened. */
  open(url: string): Promise<boolean>;
}
