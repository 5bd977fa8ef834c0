/** Page numbers to show: first, last, the current page and its neighbors; null for a gap. */
export function paginationRange(current: number, last: number): (number | null)[] {
  const near = [1, current - 1, current, current + 1, last].filter(
    (page) => page >= 1 && page <= last,
  );
  const pages = [...new Set(near)].sort((one, other) => one - other);
  return pages.flatMap((page, position) => {
    const before = pages[position - 1];
    return before !== undefined && page - before > 1 ? [null, page] : [page];
  });
}
