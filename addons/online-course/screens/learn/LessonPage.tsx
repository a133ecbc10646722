import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { getClient, useSession } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { createDownloadUrl } from '@masomo/data/messages/documentFiles';
import { formatBytes } from '@masomo/domain/number';
import {
  Badge,
  Button,
  ButtonLink,
  ErrorState,
  ExternalLink,
  Heading,
  HStack,
  SkeletonText,
  Stack,
  Text,
  toaster,
} from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { useNavigate, useParams } from '@masomo/navigation';
import { networkFirst } from '@masomo/remote/offline/networkFirst';
import { useModule } from '@masomo/remote/useModule';
import { finishLesson } from '../../data/courseCommands.ts';
import { courseKeys } from '../../data/courses.ts';
import { getLesson, lessonContentSchema, type LessonContent } from '../../data/learning.ts';
import { courseFeature, courseHome } from '../shared/courseHome.ts';
import { useOutline } from './useOutline.ts';

/** A lesson: its video, text and files, and that it is done. */
export function LessonPage() {
  const { enrolmentId = '', lessonId = '' } = useParams();
  const owner = useSession().user?.id ?? '';
  const { outline } = useOutline(enrolmentId);
  const { data, error, reload } = useQuery([...courseKeys.lesson(enrolmentId, lessonId), owner], (db) =>
    networkFirst({
      owner,
      key: `lesson ${enrolmentId} ${lessonId}`,
      schema: lessonContentSchema,
      read: () => getLesson(db, { enrolmentId, lessonId }),
    }),
  );
  if (error && !data) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <SkeletonText noOfLines={8} gap="4" aria-busy aria-label={t`Loading`} />;
  const lesson = data.data;
  const isDone = outline?.lessons.some(({ id, is_done: done }) => id === lessonId && done) ?? false;
  return (
    <>
      <PageHeader title={lesson.title} description={outline?.title ?? ''} />
      <Stack gap="5" maxW="3xl">
        <ButtonLink to={`${courseHome}/learn/${enrolmentId}`} size="sm" variant="outline" alignSelf="start">
          <Trans>All lessons</Trans>
        </ButtonLink>
        {data.cachedAt !== null && <Text color="fg.muted">{t`Without a connection: shown as this device last read it.`}</Text>}
        {lesson.video_url && (
          <Text>
            <ExternalLink href={lesson.video_url}>{t`Watch the video`}</ExternalLink>
          </Text>
        )}
        {lesson.body && <Text whiteSpace="pre-line">{lesson.body}</Text>}
        <Files files={lesson.files} />
        {isDone ? (
          <HStack>
            <Badge colorPalette="green">{t`Done`}</Badge>
          </HStack>
        ) : (
          outline?.is_me && <DoneButton enrolmentId={enrolmentId} lessonId={lessonId} />
        )}
      </Stack>
    </>
  );
}

function Files({ files }: Pick<LessonContent, 'files'>) {
  const open = useCommand(
    async (_, { path, title }: { path: string; title: string }) => createDownloadUrl(await getClient(), { filePath: path, title }),
    {
      onSuccess: (address) => window.location.assign(address),
      onError: (failure) => toaster.error(failureMessage(failure, t`The file was not opened`)),
    },
  );
  if (files.length === 0) return null;
  return (
    <Stack as="section" aria-labelledby="lesson-files" gap="2">
      <Heading as="h2" size="sm" id="lesson-files">
        <Trans>Files</Trans>
      </Heading>
      {files.map((file) => (
        <HStack key={file.path} gap="3" wrap="wrap">
          <Button
            size="sm"
            variant="outline"
            disabled={open.isRunning}
            aria-label={t`Download ${file.title}`}
            onClick={() => void open.run(file)}
          >
            {file.title}
          </Button>
          <Text fontSize="sm" color="fg.muted">
            {formatBytes(file.size)}
          </Text>
        </HStack>
      ))}
    </Stack>
  );
}

function DoneButton({ enrolmentId, lessonId }: { enrolmentId: string; lessonId: string }) {
  const navigate = useNavigate();
  const { isReadOnly } = useModule(courseFeature);
  const finish = useCommand(finishLesson, {
    invalidates: ['courses'],
    onSuccess: () => void navigate(`${courseHome}/learn/${enrolmentId}`),
    onError: (failure) => toaster.error(failureMessage(failure, t`The lesson is not marked as done`)),
  });
  if (isReadOnly) return null;
  return (
    <Button alignSelf="start" disabled={finish.isRunning} onClick={() => void finish.run({ enrolmentId, lessonId })}>
      <Trans>I have done this lesson</Trans>
    </Button>
  );
}
