import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { createPage, getPage, publishPage, savePage, savePageOver, unpublishPage, type PageContent, type PageDraft } from '@masomo/data/pages';
import { slugOf, slugProblem } from '@masomo/domain/slug';
import { Badge, Box, Button, Card, Heading, HStack, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FormError, SubmitButton, TextAreaField, TextField } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';
import { useNavigate } from '@masomo/navigation';
import { BlockList } from './BlockList.tsx';

const emptyPage: PageContent = { title: '', slug: '', metaDescription: '', blocks: [] };

/** Title, address, description and blocks of a page, saved against the version it was read at. */
export function PageForm({ page }: { page: PageDraft | undefined }) {
  const navigate = useNavigate();
  const [saved, setSaved] = useState(page);
  const [content, setContent] = useState<PageContent>(page ?? emptyPage);
  const [isSlugOwn, setIsSlugOwn] = useState(Boolean(page));
  const [problem, setProblem] = useState<string>();
  const create = useCommand(createPage, { invalidates: ['pages'], onSuccess: (made) => void navigate(`/dashboard/cms/pages/${made.id}/edit`, { replace: true }) });
  const save = useCommand(savePage, { invalidates: ['pages'], onSuccess: setSaved });
  const saveOver = useCommand(savePageOver, { invalidates: ['pages'], onSuccess: (mine) => { save.reset(); setSaved(mine); } });
  const takeTheirs = useCommand(getPage, { onSuccess: (theirs) => { save.reset(); setSaved(theirs); setContent(theirs); } });
  const publish = useCommand(publishPage, { invalidates: ['pages'], onSuccess: () => toaster.success({ title: 'Published' }) });
  const unpublish = useCommand(unpublishPage, { invalidates: ['pages'] });
  const change = (part: Partial<PageContent>) => setContent({ ...content, ...part });
  const isBusy = [create, save, saveOver, takeTheirs, publish, unpublish].some((command) => command.isRunning);
  const error = create.error ?? saveOver.error ?? takeTheirs.error ?? save.error ?? publish.error ?? unpublish.error;

  async function store(): Promise<PageDraft | undefined> {
    const invalid = content.title.trim() ? (saved?.isSystem ? null : slugProblem(content.slug)) : 'Enter a title.';
    setProblem(invalid ?? undefined);
    if (invalid) return undefined;
    return saved ? save.run({ id: saved.id, version: saved.version, content }) : create.run(content);
  }

  async function storeAndPublish() {
    const stored = await store();
    if (!stored) return;
    const published = await publish.run({ id: stored.id, version: stored.version });
    if (published) setSaved({ ...stored, isPublished: true, hasChanges: false });
  }

  return (
    <Box as="form" aria-label="Page" onSubmit={(event: React.FormEvent) => { event.preventDefault(); void store(); }}>
      <PageHeader
        title={saved ? 'Edit page' : 'New page'}
        description={saved && <Badge colorPalette={saved.isPublished ? 'green' : 'gray'}>{saved.isPublished ? 'Published' : 'Draft'}</Badge>}
        actions={(
          <>
            <SubmitButton size="sm" variant="outline" isBusy={isBusy} busyLabel="Saving...">Save draft</SubmitButton>
            {saved && <Button size="sm" disabled={isBusy} onClick={() => void storeAndPublish()}>Publish</Button>}
            {saved?.isPublished && (
              <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => void unpublish.run(saved.id).then((done) => done && setSaved({ ...saved, isPublished: false }))}>Unpublish</Button>
            )}
          </>
        )}
      />
      {/* The first save opens the page at its own address: until then nothing may be written that would not go along. */}
      <Stack as="fieldset" gap="6" maxW="3xl" {...{ disabled: create.isRunning }}>
        <FormError title="The page was not saved">{problem ?? error?.message}</FormError>
        {saved && save.error?.kind === 'conflict' && (
          <HStack gap="2" flexWrap="wrap">
            <Button size="sm" disabled={isBusy} onClick={() => void saveOver.run({ id: saved.id, content })}>Keep my text, theirs as a version</Button>
            <Button size="sm" variant="outline" disabled={isBusy} onClick={() => void takeTheirs.run(saved.id)}>Discard mine, load theirs</Button>
          </HStack>
        )}
        <Card.Root>
          <Card.Body gap="5">
            <TextField label="Title" required value={content.title} onChange={(event) => change({ title: event.currentTarget.value, ...(isSlugOwn ? {} : { slug: slugOf(event.currentTarget.value) }) })} />
            <TextField
              label="Slug" required readOnly={saved?.isSystem} helpText={`Visitors read it at /${content.slug || '…'}`} value={content.slug}
              onChange={(event) => { setIsSlugOwn(true); change({ slug: event.currentTarget.value }); }}
            />
            <TextAreaField label="Meta description" rows={2} helpText="One or two sentences for search results." value={content.metaDescription} onChange={(event) => change({ metaDescription: event.currentTarget.value })} />
          </Card.Body>
        </Card.Root>
        <Stack gap="3" as="section" aria-labelledby="blocks">
          <Heading as="h2" size="lg" id="blocks">Content</Heading>
          <BlockList blocks={content.blocks} onChange={(blocks) => change({ blocks })} />
        </Stack>
      </Stack>
    </Box>
  );
}
