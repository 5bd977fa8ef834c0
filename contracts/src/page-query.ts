/** The query of a list with numbered pages. */
import { wholeNumberText } from "./field-problem.ts";

const countText = (most: number, initial: number) =>
  wholeNumberText(1, most)
    .optional()
    .transform((count) => count ?? initial);

/** Numbers arrive as text; anything but an integer in range is invalid. */
export const pageQuery = (perPage: 10 | 15) => ({
  page: countText(10_000, 1),
  perPage: countText(100, perPage),
});
