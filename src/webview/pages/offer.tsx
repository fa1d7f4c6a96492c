import type { ComponentChildren } from "preact";
import { Badge } from "../controls/badge.tsx";
import { Icon } from "../icon.tsx";
import { t } from "../strings.ts";

export interface OfferProps {
  icon: string;
  name: string;
  text: string;
  /** It can be used at once. */
  found?: boolean;
  onClick: () => void;
}

/** A way to get a model: one row of the first run's list. */
export function Offer({ onClick, ...words }: OfferProps) {
  return (
    <li>
      <button type="button" class="tw-offer" onClick={onClick}>
        <OfferWords {...words} />
        <Icon name="chevron-right" tone="quiet" />
      </button>
    </li>
  );
}

/** A row that is no button itself but has some, for there is a choice to make. */
export function OfferWithChoice({ children, ...words }: Omit<OfferProps, "onClick"> & { children: ComponentChildren }) {
  return (
    <li>
      <div class="tw-offer">
        <OfferWords {...words} />
        <div class="tw-offer-choice">{children}</div>
      </div>
    </li>
  );
}

function OfferWords({ icon, name, text, found = false }: Omit<OfferProps, "onClick">) {
  return (
    <>
      <Icon name={icon} />
      <span>
        <span class="tw-offer-name">
          <b>{name}</b>
          {found && (
            <Badge>
              <Icon name="check" tone="ok" class="is-small" />
              {t("start.found")}
            </Badge>
          )}
        </span>
        <small>{text}</small>
      </span>
    </>
  );
}
