/**
 * The pages with a card form. Their documents may load the script of the payment provider and frame its form; no other
 * document may.
 */
import type { FastifyReply } from "fastify";
import { escapeHtml } from "./page-template.ts";

/** What a page with a card form loads from the payment provider. */
export interface CardFormSources {
  readonly publishableKey: string;
  readonly scriptUrl: string;
  readonly scriptOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
  readonly connectOrigins: readonly string[];
}

/** The routes of these pages. A navigation inside the console to one of them loads its document. */
export const cardFormRoutes: ReadonlySet<string> = new Set([
  "/$workspace/billing/balance-payments",
  "/onboarding/payment-method",
]);

/** Passes the script and the publishable key to the console; empty without a payment provider. */
export const cardFormTag = (sources: CardFormSources | null): string =>
  sources === null
    ? ""
    : `<meta name="boreal-card-form" content="${escapeHtml(sources.scriptUrl)}" data-key="${escapeHtml(sources.publishableKey)}">`;

/**
 * Adds the provider's origins to the policy of this document. Trusted types are not required in it, because the
 * provider's script does not document that it works with them.
 */
export function allowCardForm(reply: FastifyReply, sources: CardFormSources): void {
  const { scriptOrigins, frameOrigins, connectOrigins } = sources;
  const directives = String(reply.getHeader("content-security-policy"))
    .split(";")
    .filter((directive) => !directive.startsWith("require-trusted-types-for"))
    .map((directive) => {
      if (directive.startsWith("script-src ")) return [directive, ...scriptOrigins].join(" ");
      return directive.startsWith("connect-src ")
        ? [directive, ...connectOrigins].join(" ")
        : directive;
    });
  reply.header(
    "Content-Security-Policy",
    [...directives, `frame-src ${frameOrigins.join(" ")}`].join(";"),
  );
}
