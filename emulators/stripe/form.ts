/** Form-encoded bodies with brackets: `metadata[workspace_id]=…&payment_method_types[0]=card`. */

export interface Form {
  [name: string]: string | Form;
}

/** A key that would change a prototype is an ordinary key here, because the object has none. */
const emptyForm = (): Form => Object.create(null);

export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [key, value] of new URLSearchParams(text)) {
    const [name = "", ...rest] = key.split("[");
    assign(form, [name, ...rest.map((part) => part.replace(/\]$/, ""))], value);
  }
  return form;
}

function assign(form: Form, [name = "", ...rest]: string[], value: string): void {
  // `types[]=card` appends.
  const key = name === "" ? String(Object.keys(form).length) : name;
  if (rest.length === 0) {
    form[key] = value;
    return;
  }
  const present = form[key];
  const inner = typeof present === "object" ? present : emptyForm();
  form[key] = inner;
  assign(inner, rest, value);
}

export function text(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === "string" ? value : undefined;
}

export function nested(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === "object" ? value : emptyForm();
}

/** The texts of an object such as `metadata`, or of a list. */
export const texts = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
