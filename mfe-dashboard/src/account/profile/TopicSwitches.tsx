import type { MessageTopic } from '@masomo/data/messages/messageChoices';
import { Stack } from '@masomo/design-system';
import { SwitchField } from '@masomo/design-system/forms';

type TopicSwitchesProps = {
  label: string;
  topics: readonly MessageTopic[];
  isOn: (topic: MessageTopic) => boolean;
  onChoose: (topic: string, isOn: boolean) => void;
};

/** What is sent by one channel, by topic. */
export function TopicSwitches({ label, topics, isOn, onChoose }: TopicSwitchesProps) {
  return (
    <Stack as="ul" listStyleType="none" ps="0" gap="3" aria-label={label}>
      {topics.map((each) => (
        <li key={each.topic}>
          <SwitchField label={each.label} checked={isOn(each)} onChange={(event) => onChoose(each.topic, event.currentTarget.checked)} />
        </li>
      ))}
    </Stack>
  );
}
