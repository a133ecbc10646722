/** Gives the browser a file to keep. */
export function saveFile(parts: BlobPart[], fileName: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
