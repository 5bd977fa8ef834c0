/** The page of a customer's bank, where a card payment is confirmed. It is in a frame of another origin. */
import type { Locator, Page } from "@playwright/test";

export const bankButton = (page: Page, answer: "Complete" | "Fail"): Locator =>
  page
    .frameLocator('iframe[title="3-D Secure"]')
    .getByRole("button", { name: `${answer} authentication` });

/** By keyboard: a click goes to the page around the frame until the browser has drawn the frame. */
export const answerBank = (page: Page, answer: "Complete" | "Fail"): Promise<void> =>
  bankButton(page, answer).press("Enter");
