import { useState } from 'react';
import { getClient } from '@masomo/auth';
import { listDocuments, schoolLifeKeys, type SharedDocument } from '@masomo/data/schoolLife';
import { Button, Text } from '@masomo/design-system';
import { toaster } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../shared/ListScreen.tsx';
import { formatDay } from '../shared/days.ts';

const linkLife = 60;

/** Documents the school shares with this person. */
export function DocumentsPage() {
  const [opening, setOpening] = useState<string>();

  async function open(document: SharedDocument) {
    setOpening(document.id);
    const { data, error } = await (await getClient()).storage.from('documents').createSignedUrl(document.filePath, linkLife, { download: document.title });
    setOpening(undefined);
    if (error) toaster.error({ title: 'The document could not be opened', description: error.message });
    else window.location.assign(data.signedUrl);
  }

  const columns: DataTableColumn<SharedDocument>[] = [
    { id: 'title', header: 'Document', sortable: true, cell: (row) => <Text fontWeight="600">{row.title}</Text> },
    { id: 'created_at', header: 'Shared', sortable: true, cell: (row) => formatDay(row.createdAt) },
    { id: 'actions', header: '', align: 'end', cell: (row) => <Button size="xs" variant="outline" aria-label={`Download ${row.title}`} disabled={opening === row.id} onClick={() => void open(row)}>Download</Button> },
  ];
  return (
    <ListScreen
      title="Documents" description="What your school shares with you." search="documents" columns={columns} sort={{ column: 'created_at', descending: true }}
      keyOf={schoolLifeKeys.documents} query={listDocuments} empty={{ title: 'No documents yet', text: 'Letters, reports and forms appear here when the school shares them.' }}
    />
  );
}
