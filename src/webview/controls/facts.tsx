import type { ComponentChildren } from "preact";
import { Icon, type Tone } from "../icon.tsx";

/** One line of a list of facts. */
export interface Fact {
  name: string;
  value: ComponentChildren;
  icon?: string;
  tone?: Tone;
}

/** Names and values that a person judges before answering. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="tw-facts">
      {facts.map(({ name, value, icon, tone }) => [
        <dt key={name}>{name}</dt>,
        <dd key={`${name}-value`}>
          {icon !== undefined && <Icon name={icon} tone={tone} />}
          <span>{value}</span>
        </dd>,
      ])}
    </dl>
  );
}
