/** What a token says about itself: its person and how they signed in. Only the server can tell whether it is genuine. */
export function tokenClaims(token: string): { sub?: unknown; aal?: unknown } {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  return JSON.parse(atob(payload)) as { sub?: unknown; aal?: unknown };
}
