import { useSession } from '@masomo/auth';
import { Alert, AppLink } from '@masomo/design-system';
import { useLocation } from '@masomo/navigation';
import type { Outbox } from '@masomo/remote/offline/createOutbox';
import { useOutboxFlush, useOutboxItems } from '@masomo/remote/offline/useOutbox';

type UnsentNoticeProps<Item> = {
  outbox: Outbox<Item>;
  /** Where a person sees and decides them. */
  path: string;
  linkLabel: string;
  needsDecision: (item: Item) => boolean;
  /** What is said of so many that need a decision, else of so many that wait. */
  decide: (count: number) => string;
  wait: (count: number) => string;
};

/** Mounted on every screen: sends what an outbox has, and says what remains. */
export function UnsentNotice<Item>(props: UnsentNoticeProps<Item>) {
  const { user } = useSession();
  return user ? <Notice {...props} owner={user.id} /> : null;
}

function Notice<Item>({ owner, outbox, path, linkLabel, needsDecision, decide, wait }: UnsentNoticeProps<Item> & { owner: string }) {
  const { pathname } = useLocation();
  const { items, waiting, isOnline, isCutOff } = useOutboxItems(outbox, owner);
  const undecided = items.filter(needsDecision).length;
  useOutboxFlush(outbox, owner, waiting.length, isOnline);
  const isVisible = pathname !== path && (undecided > 0 || (waiting.length > 0 && isCutOff));
  if (!isVisible) return null;
  return (
    <Alert.Root status="warning" mb="6">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Description>
          {undecided > 0 ? decide(undecided) : wait(waiting.length)} <AppLink to={path}>{linkLabel}</AppLink>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
