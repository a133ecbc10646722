/** Id of the element that the hash of an address names; a percent sign that encodes nothing stands for itself. */
export function anchorOf(hash: string): string {
  const id = hash.slice(1);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
