/* Runs in the frames of the emulated Stripe: reads the card fields and calls the API of its own origin. */
const fields = document.querySelector("form");
const parentOrigin = document.referrer === "" ? "*" : new URL(document.referrer).origin;

async function call(method, path, form) {
  const body = new URLSearchParams(form);
  const response = await fetch(method === "GET" ? `${path}?${body}` : path, {
    method,
    ...(method !== "GET" && { body }),
  });
  return response.headers.get("content-type") === "application/json" ? await response.json() : {};
}

function cardForm(key) {
  const { number, expiry, cvc } = Object.fromEntries(new FormData(fields));
  const [month = "", year = ""] = expiry.split("/").map((part) => part.trim());
  return {
    key,
    type: "card",
    "card[number]": number,
    "card[exp_month]": month,
    "card[exp_year]": year.length === 2 ? `20${year}` : year,
    "card[cvc]": cvc,
  };
}

async function answer(data, port) {
  if (data.kind === "create")
    port.postMessage(await call("POST", "/v1/payment_methods", cardForm(data.key)));
  if (data.kind === "request") port.postMessage(await call(data.method, data.path, data.form));
}

addEventListener("message", ({ data, ports: [port], source }) => {
  if (source !== parent) return;
  if (data.kind === "focus") fields?.elements.namedItem("number").focus();
  else void answer(data, port);
});

/** Groups of four for the number, MM / YY for the expiry. */
const formats = {
  number: (text) =>
    text
      .replace(/\D/g, "")
      .slice(0, 19)
      .replace(/(\d{4})(?=\d)/g, "$1 "),
  expiry: (text) =>
    text
      .replace(/\D/g, "")
      .slice(0, 4)
      .replace(/^(\d{2})(?=\d)/, "$1 / "),
  cvc: (text) => text.replace(/\D/g, "").slice(0, 4),
};

fields?.addEventListener("input", ({ target }) => {
  target.value = formats[target.name](target.value);
  const { number, expiry, cvc } = Object.fromEntries(new FormData(fields));
  const isComplete =
    number.replaceAll(" ", "").length >= 15 && expiry.length === 7 && cvc.length >= 3;
  const detail = { complete: isComplete, empty: number === "" && expiry === "" && cvc === "" };
  parent.postMessage({ event: "change", detail }, parentOrigin);
});
for (const event of ["focusin", "focusout"])
  fields?.addEventListener(event, () =>
    parent.postMessage({ event: event === "focusin" ? "focus" : "blur" }, parentOrigin),
  );

const { base = {} } = JSON.parse(decodeURIComponent(location.hash.slice(1)) || "{}");
if (fields !== null) {
  fields.style.color = base.color ?? "";
  fields.style.fontSize = base.fontSize ?? "";
  document.documentElement.style.fontFamily = base.fontFamily ?? "";
}
