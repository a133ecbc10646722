/** Gives the browser a CSV file to keep. The mark at its start makes spreadsheets read it as UTF-8. */
export function saveCsv(name: string, lines: readonly string[]) {
  const address = URL.createObjectURL(new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
