/** The pages that get a button: first, last and those around `page`; null is a gap. Page indexes are zero-based. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const last = pages - 1;
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index);
  if (page <= 3) return [0, 1, 2, 3, 4, null, last];
  if (page >= last - 3) return [0, null, last - 4, last - 3, last - 2, last - 1, last];
  return [0, null, page - 1, page, page + 1, null, last];
}
