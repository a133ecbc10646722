/** Whether an `If-None-Match` header names this tag. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));
}
