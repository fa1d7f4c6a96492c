import assert from "node:assert/strict";
import { type FormField, type FormValue, fieldProblem, fitsForm, looksSecret } from "../../src/shared/form-field.ts";

type FieldOf<Kind extends FormField["kind"]> = Extract<FormField, { kind: Kind }>;
const base = { name: "f", title: "F", required: false };
const text = (more: Partial<FieldOf<"text">> = {}): FormField => ({ ...base, kind: "text", ...more });
const number = (more: Partial<FieldOf<"number">> = {}): FormField => ({
  ...base,
  kind: "number",
  integer: false,
  ...more,
});
const options = ["a", "b", "c"].map((value) => ({ value, title: value.toUpperCase() }));
const choices = (more: Partial<FieldOf<"choices">> = {}): FormField => ({ ...base, kind: "choices", options, ...more });

describe("form-field", () => {
  const cases: [FormField, FormValue | undefined, string | undefined][] = [
    [text(), undefined, undefined],
    [text({ required: true }), undefined, "required"],
    [text({ required: true }), "", "required"],
    [text({ minLength: 2 }), "ä", "tooShort"],
    [text({ maxLength: 1 }), "😀", undefined],
    [text({ maxLength: 1 }), "ab", "tooLong"],
    [text({ format: "email" }), "ada@example.com", undefined],
    [text({ format: "email" }), "ada@", "email"],
    [text({ format: "uri" }), "https://example.com/a?b#c", undefined],
    [text({ format: "uri" }), "example.com", "uri"],
    [text({ format: "date" }), "2024-02-29", undefined],
    [text({ format: "date" }), "2023-02-29", "date"],
    [text({ format: "date" }), "29.2.2024", "date"],
    [text({ format: "date-time" }), "2024-02-29T10:00:00Z", undefined],
    [text({ format: "date-time" }), "2024-02-29T10:00:00+02:00", undefined],
    [text({ format: "date-time" }), "2024-02-30T10:00:00Z", "date-time"],
    [text({ format: "date-time" }), "2024-02-29", "date-time"],
    [number(), 1.5, undefined],
    [number(), "1", "notANumber"],
    [number(), Number.NaN, "notANumber"],
    [number({ integer: true }), 1.5, "notAnInteger"],
    [number({ minimum: 1 }), 0, "tooSmall"],
    [number({ maximum: 1 }), 2, "tooLarge"],
    [number({ minimum: 0 }), 0, undefined],
    [{ ...base, kind: "flag", required: true }, false, undefined],
    [{ ...base, kind: "flag" }, "yes", "required"],
    [{ ...base, kind: "choice", options }, "b", undefined],
    [{ ...base, kind: "choice", options }, "B", "notAnOption"],
    [choices(), ["a", "c"], undefined],
    [choices(), ["a", "z"], "notAnOption"],
    [choices({ required: true }), [], "required"],
    [choices({ minItems: 2 }), ["a"], "tooFewItems"],
    [choices({ maxItems: 1 }), ["a", "b"], "tooManyItems"],
  ];

  for (const [field, value, reason] of cases) {
    it(`${field.kind} ${JSON.stringify({ ...field, options: undefined })}: ${JSON.stringify(value)}`, () => {
      assert.equal(fieldProblem(field, value)?.reason, reason);
    });
  }

  it("takes answers to a form only when every one fits and none is added", () => {
    const fields = [text({ required: true }), { ...number(), name: "n" }];
    assert.equal(fitsForm(fields, { f: "x" }), true);
    assert.equal(fitsForm(fields, { f: "x", n: 1 }), true);
    assert.equal(fitsForm(fields, { n: 1 }), false);
    assert.equal(fitsForm(fields, { f: "x", other: 1 }), false);
  });

  it("knows fields that ask for secrets, and those that do not", () => {
    for (const name of ["password", "userPassword", "apiKey", "API_KEY", "access token", "creditCard", "pin"]) {
      assert.equal(looksSecret({ ...text(), name }), true, name);
    }
    for (const name of ["name", "pinned", "tokens per minute", "keyboard", "passenger"]) {
      assert.equal(looksSecret({ ...text(), name }), false, name);
    }
  });
});
