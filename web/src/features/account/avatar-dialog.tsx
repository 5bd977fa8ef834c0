import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { account } from "#contracts/account.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { refetchSession } from "../../lib/session/session.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { type Crop, moveCrop, maxZoom, cropSquare, initialCrop } from "./crop.ts";
import styles from "./avatar-dialog.module.css";

/** Side of the uploaded square in pixels. */
const outputSize = 512;
const quality = 0.9;

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = cropSquare(picture, crop);
  const context = canvas.getContext("2d");
  context?.clearRect(0, 0, outputSize, outputSize);
  context?.drawImage(picture, left, top, side, side, 0, 0, outputSize, outputSize);
}

/** Crops a picture to a square by dragging or with sliders, and uploads it. */
export default function AvatarDialog({
  picture,
  onClose,
}: {
  picture: ImageBitmap;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(initialCrop);
  const [failure, setFailure] = useState<string | null>(null);
  const keep = useEndpointAction(account.update, {
    invalidates: [],
    successMessage: () => t`Profile picture updated`,
  });
  const send = async () => {
    const image = canvas.current?.toDataURL("image/webp", quality).split(",")[1];
    if (image === undefined) return;
    setFailure(null);
    try {
      await keep.run({ body: { attribute: "avatar", image } });
      await refetchSession();
      onClose();
    } catch (error) {
      if (!isReauthenticationCancelled(error)) setFailure(problemMessage(i18n, error));
    }
  };
  const { side } = cropSquare(picture, crop);
  const slider = (
    label: string,
    value: number,
    range: { min: number; max: number },
    onChange: (value: number) => void,
    stopped = false,
  ) => (
    <label className={styles["slider"]}>
      {label}
      <input
        type="range"
        {...range}
        step={0.01}
        value={value}
        disabled={stopped}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </label>
  );
  return (
    <Dialog
      open
      title={t`Crop your picture`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button tone="primary" busy={keep.busy} onClick={() => void send()}>
            <Trans>Save picture</Trans>
          </Button>
        </>
      }
    >
      <canvas
        ref={(element) => {
          canvas.current = element;
          if (element !== null) draw(element, picture, crop);
        }}
        className={styles["canvas"]}
        width={outputSize}
        height={outputSize}
        role="img"
        aria-label={t`Cropped preview`}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={({ currentTarget, pointerId, movementX, movementY }) => {
          if (!currentTarget.hasPointerCapture(pointerId)) return;
          const width = currentTarget.clientWidth;
          setCrop((now) => moveCrop(picture, now, movementX / width, movementY / width));
        }}
      />
      {slider(t`Zoom`, crop.zoom, { min: 1, max: maxZoom }, (zoom) => setCrop({ ...crop, zoom }))}
      {slider(
        t`Horizontal position`,
        crop.x,
        { min: 0, max: 1 },
        (x) => setCrop({ ...crop, x }),
        side >= picture.width,
      )}
      {slider(
        t`Vertical position`,
        crop.y,
        { min: 0, max: 1 },
        (y) => setCrop({ ...crop, y }),
        side >= picture.height,
      )}
      {failure !== null && <Callout tone="danger">{failure}</Callout>}
    </Dialog>
  );
}
