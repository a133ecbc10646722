/** Gives the browser a file to keep. */
export function saveFile(name: string, parts: BlobPart[], type: string) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Gives the browser a CSV file to keep. The mark at its start makes spreadsheets read it as UTF-8. */
export function saveCsv(name: string, lines: readonly BlobPart[]) {
  saveFile(name, ['\uFEFF', ...lines], 'text/csv;charset=utf-8');
}
