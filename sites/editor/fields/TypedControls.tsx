import type { JSX } from "preact";
import { type ControlProps, describedControl } from "./control.ts";
import { TextControl } from "./SimpleControls.tsx";

export const DateControl = (props: ControlProps): JSX.Element => <TextControl {...props} type="date" />;
export const EmailControl = (props: ControlProps): JSX.Element => <TextControl {...props} type="email" />;

/** A native time input has no seconds and no zone, and the value needs both. The control adds `:00Z`. */
export const TimeControl = (props: ControlProps): JSX.Element => (
  <input
    {...describedControl(props)}
    type="time"
    value={String(props.value ?? "").slice(0, 5)}
    onInput={({ currentTarget: { value } }) => props.onChange(value === "" ? undefined : `${value}:00Z`)}
  />
);

const localOf = (value: unknown): string => {
  const moment = new Date(String(value ?? ""));
  if (Number.isNaN(moment.getTime())) return "";
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

export const MomentControl = (props: ControlProps): JSX.Element => (
  <input
    {...describedControl(props)}
    type="datetime-local"
    value={localOf(props.value)}
    onInput={({ currentTarget: { value } }) => props.onChange(value === "" ? undefined : new Date(value).toISOString())}
  />
);
