type Declared = {
  /** Where the operator says that the data is kept. */
  place: string | undefined;
  clamd: string | undefined;
  /** Whether a hosted project stores the uploads. */
  isHosted: boolean;
};

/** What an operator declares about an installation, or leaves open: the place of the data, and what scans uploads. */
export function declarations({ place, clamd, isHosted }: Declared): string[] {
  return [
    place === undefined
      ? 'note   Where the data is kept is not declared.\n       Set DATA_PLACE. Schools in Kenya keep it there, or a serving copy (docs/operations/installing.md).'
      : `note   The data is kept in ${place}, as DATA_PLACE declares.`,
    ...(isHosted
      ? []
      : [
          clamd === undefined
            ? 'note   Uploads are not scanned for viruses.\n       Install clamav-daemon and set CLAMD_SOCKET (docs/operations/installing.md).'
            : `note   Uploads are scanned by ClamAV at ${clamd}.`,
        ]),
  ];
}
