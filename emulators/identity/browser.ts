/** Signs in on an emulated provider's page like a browser: follows redirects with cookies and submits the form. */
import { parseSetCookie, stringifyCookie } from "cookie";

export interface ConsentAnswers {
  email: string;
  firstName?: string;
  lastName?: string;
  /** Default: true, like the checkbox of the page. */
  emailVerified?: boolean;
  hostedDomain?: string;
  subject?: string;
}

const maxRedirects = 10;

/** Returns the URL to which the provider redirects back, with its code or error. The redirect is not followed. */
export async function completeSignInPage(
  authorizeUrl: string,
  answers: ConsentAnswers | "refuse",
): Promise<URL> {
  const { origin } = new URL(authorizeUrl);
  const cookies = new Map<string, string>();
  let step: { url: URL; form: URLSearchParams | null } = { url: new URL(authorizeUrl), form: null };
  for (let count = 0; count < maxRedirects; count += 1) {
    const response = await fetch(step.url, {
      redirect: "manual",
      headers: { cookie: stringifyCookie(Object.fromEntries(cookies)) },
      ...(step.form !== null && { method: "POST", body: step.form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const { name, value = "" } = parseSetCookie(line);
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const html = await response.text();
    const location = response.headers.get("location");
    if (location !== null) {
      step = { url: new URL(location, step.url), form: null };
      if (step.url.origin !== origin) return step.url;
      continue;
    }
    const action = /<form method="post" action="([^"]+)">/.exec(html)?.[1];
    if (response.status !== 200 || action === undefined)
      throw new Error(`The provider shows no sign-in page (${response.status}): ${html}`);
    step = { url: new URL(action, step.url), form: toForm(answers) };
  }
  throw new Error("Too many redirects by the provider.");
}

function toForm(answers: ConsentAnswers | "refuse"): URLSearchParams {
  if (answers === "refuse") return new URLSearchParams({ decision: "refuse" });
  const { emailVerified = true, ...fields } = answers;
  return new URLSearchParams({
    decision: "continue",
    ...fields,
    ...(emailVerified && { emailVerified: "on" }),
  });
}
