import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { FilePicker, FocalPoint } from "../pickers/later.tsx";
import { isFileName } from "./altText.ts";
import type { ControlProps } from "./control.ts";
import { type Image, pictureOf } from "./pictureOf.ts";

const imageOf = (value: unknown): Image | undefined =>
  isObject(value) && typeof value["src"] === "string" ? (value as unknown as Image) : undefined;

export function ImageControl({ value, onChange, isRequired, context, id }: ControlProps): JSX.Element {
  const { words } = context;
  const image = imageOf(value);
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="image">
      {image && <Described {...{ image, onChange, context, id }} />}
      <div class="buttons">
        <button type="button" id={image ? undefined : id} onClick={() => setOpen(true)}>
          {image ? words.picture.replace : words.picture.choose}
        </button>
        {image && !isRequired && (
          <button type="button" class="quiet" onClick={() => onChange(undefined)}>
            {words.picture.remove}
          </button>
        )}
      </div>
      {isOpen && (
        <FilePicker
          {...context}
          role="picture"
          texts={words.picture}
          onPick={(media) => {
            onChange(pictureOf(media));
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface DescribedProps extends Pick<ControlProps, "onChange" | "context" | "id"> {
  readonly image: Image;
}

function Described({ image, onChange, context, id }: DescribedProps): JSX.Element {
  const { picture } = context.words;
  const [lost, setLost] = useState("");
  const { decorative, ...asked } = image;
  const decorates = decorative === true && image.alt === "";
  const fault =
    image.alt === "" ? (decorates ? "" : picture.unanswered) : isFileName(image.alt, image.src) ? picture.fileName : "";
  return (
    <>
      {lost === image.src && <p class="fault">{picture.lost}</p>}
      <FocalPoint
        onLost={() => setLost(image.src)}
        isLost={lost === image.src}
        {...{ src: image.src, focal: image.focal, words: context.words, id }}
        onChange={(focal) => {
          const { focal: _, ...rest } = image;
          onChange(focal ? { ...rest, focal } : rest);
        }}
      />
      <label for={id}>{picture.alt}</label>
      <p class="note" id={`${id}-alt-help`}>
        {picture.altHelp}
      </p>
      <input
        id={id}
        type="text"
        value={image.alt}
        disabled={decorates}
        aria-describedby={`${id}-alt-help ${id}-alt-fault`}
        aria-invalid={fault ? "true" : undefined}
        onInput={({ currentTarget }) => onChange({ ...asked, alt: currentTarget.value })}
      />
      <p class="fault" id={`${id}-alt-fault`}>
        {fault}
      </p>
      <Captions {...{ image, onChange, context }} />
      <label class="check">
        <input
          type="checkbox"
          checked={decorates}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? { ...asked, alt: "", decorative: true } : asked)
          }
        />
        <span>
          {picture.decorates}
          <small class="note"> {picture.decoratesHelp}</small>
        </span>
      </label>
    </>
  );
}

/** The words below the picture. An empty one is left out of the value. */
const Captions = ({ image, onChange, context }: Omit<DescribedProps, "id">): JSX.Element => (
  <>
    {(["caption", "credit"] as const).map((name) => (
      <label key={name}>
        {context.words.picture[name]}
        <input
          type="text"
          value={image[name] ?? ""}
          onInput={({ currentTarget: { value } }) => {
            const { [name]: _, ...rest } = image;
            onChange(value === "" ? rest : { ...rest, [name]: value });
          }}
        />
      </label>
    ))}
  </>
);
