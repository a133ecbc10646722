import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import {
  conversationKeys,
  getConversation,
  listMessages,
  openConversation,
  writeMessage,
  type Conversation,
  type Message,
} from '@masomo/data/messages/conversations';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Box, Card, EmptyState, ErrorState, SkeletonText, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { useParams } from '@masomo/navigation';
import { MessageForm } from './MessageForm.tsx';
import { partnerOf } from './partnerOf.ts';

/** One conversation of a parent and a teacher, which is read from then on. */
export function ConversationPage() {
  const { id = '' } = useParams();
  const { data: conversation, error, reload } = useQuery(conversationKeys.one(id), (db) => getConversation(db, id));
  const back = (
    <AppLink to="/dashboard/messages" color="accent.fg">
      <Trans>All messages</Trans>
    </AppLink>
  );
  if (!conversation)
    return (
      <>
        <PageHeader title={t`Messages`} description={back} />
        {error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : conversation === null ? (
          <EmptyState title={t`This conversation is not yours`}>
            <Trans>Only the parent and the teacher of the child read it, as long as they are that.</Trans>
          </EmptyState>
        ) : (
          <SkeletonText noOfLines={8} gap="4" />
        )}
      </>
    );
  return (
    <>
      <PageHeader
        title={partnerOf(conversation)}
        description={
          <>
            {t`About ${[conversation.student, conversation.className].filter(Boolean).join(', ')}`} · {back}
          </>
        }
      />
      <Messages key={id} conversation={conversation} />
    </>
  );
}

function Messages({ conversation }: { conversation: Conversation }) {
  const { id, side, canWrite } = conversation;
  // A new message comes with a notification, of which the page is told.
  const {
    data: messages,
    error,
    reload,
  } = useQuery(conversationKeys.messages(id), (db) => listMessages(db, id), { live: ['notifications'] });
  const write = useCommand(writeMessage, { invalidates: ['conversations'] });
  const { run: open } = useCommand(openConversation, { invalidates: ['notifications', 'overview'] });
  const lastId = messages?.at(-1)?.id;
  useEffect(() => {
    if (lastId && side !== 'overseer') void open(id);
  }, [id, lastId, open, side]);
  if (!messages) return error ? <ErrorState error={error} onRetry={reload} /> : <SkeletonText noOfLines={8} gap="4" />;
  return (
    <Stack gap="4" maxW="3xl">
      <Text fontSize="sm" color="fg.muted">
        {side === 'overseer'
          ? t`You are reading this to keep children safe. It is in the activity log.`
          : t`The school’s administrators can read these messages to keep children safe.`}
      </Text>
      <MessageList messages={messages} conversation={conversation} />
      {canWrite && (
        <MessageForm
          label={side === 'teacher' ? t`Your answer` : t`Your message`}
          error={write.error?.userMessage}
          onSend={(body) => write.run({ conversationId: id, body })}
        />
      )}
      {!canWrite && side !== 'overseer' && (
        <Text color="fg.muted">
          {side === 'teacher'
            ? t`This person cannot be answered any more, because they are no longer a parent here or you no longer teach the child.`
            : t`This teacher no longer teaches the child. Write to another one from the child’s card.`}
        </Text>
      )}
    </Stack>
  );
}

function MessageList({ messages, conversation }: { messages: readonly Message[]; conversation: Conversation }) {
  const end = useRef<HTMLDivElement>(null);
  const { side, guardian, teacher } = conversation;
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [messages.length]);
  return (
    <Stack as="ol" listStyleType="none" ps="0" gap="3" aria-label={t`Messages`}>
      {messages.map(({ id, isFromGuardian, body, sentAt }) => {
        const isOwn = side !== 'overseer' && isFromGuardian === (side === 'guardian');
        return (
          <Box as="li" key={id} alignSelf={isOwn ? 'flex-end' : 'flex-start'} maxW="min(85%, 60ch)" minW="0">
            <Card.Root bg={isOwn ? 'accent.subtle' : 'bg.panel'}>
              <Card.Body px="4" py="3">
                <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
                  {body}
                </Text>
              </Card.Body>
            </Card.Root>
            <Text textStyle="xs" color="fg.muted" mt="1" textAlign={isOwn ? 'end' : 'start'}>
              {isOwn ? t`You` : isFromGuardian ? guardian : teacher} · {formatDateTime(sentAt)}
            </Text>
          </Box>
        );
      })}
      <div ref={end} />
    </Stack>
  );
}
