/** An expression of a URI template (RFC 6570), such as `{path}`, `{+path}` or `{?from,to}`. */
const expression = /\{([+#./;?&]?)([^{}]*)\}/g;

/** Longer templates are not read; what a server sends is no program to run for long. In characters. */
const longestTemplate = 2_000;

/** The names of the places of a template, each once, in their order. */
export function templateVariables(template: string): string[] {
  const names = [...template.slice(0, longestTemplate).matchAll(expression)].flatMap(([, , list = ""]) =>
    list.split(",").map(nameOf),
  );
  return [...new Set(names.filter((name) => name !== ""))];
}

/** The URI that the values make; places without a value become nothing (RFC 6570, levels 1 to 3). */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.slice(0, longestTemplate).replace(expression, (_, operator: string, list: string) => {
    const known = list
      .split(",")
      .map(nameOf)
      .filter((name) => Object.hasOwn(values, name) && values[name] !== "");
    const encode = operator === "+" || operator === "#" ? encodeReserved : encodeURIComponent;
    const isNamed = operator === ";" || operator === "?" || operator === "&";
    const items = known.map((name) => {
      const value = encode(values[name] ?? "");
      return isNamed ? `${name}=${value}` : value;
    });
    const { first, separator } = joins[operator] ?? { first: "", separator: "," };
    return items.length === 0 ? "" : first + items.join(separator);
  });
}

const joins: Readonly<Record<string, { first: string; separator: string }>> = {
  "": { first: "", separator: "," },
  "+": { first: "", separator: "," },
  "#": { first: "#", separator: "," },
  ".": { first: ".", separator: "." },
  "/": { first: "/", separator: "/" },
  ";": { first: ";", separator: ";" },
  "?": { first: "?", separator: "&" },
  "&": { first: "&", separator: "&" },
};

/** Without the modifiers `*` and `:N`. */
function nameOf(variable: string): string {
  return variable.trim().replace(/(?:\*|:\d+)$/, "");
}

/** Keeps what has a meaning in a URI. */
function encodeReserved(value: string): string {
  return encodeURI(value).replaceAll("%25", "%").replaceAll("%5B", "[").replaceAll("%5D", "]");
}
