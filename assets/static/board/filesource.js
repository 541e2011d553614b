// @ts-check

/** The largest file that the server reads, in bytes. */
export const mostBytes = 5 << 20;

/**
 * The bytes of a file in base64, as they are: what a text is encoded in, the server finds out.
 * @param {Blob} file
 * @returns {Promise<string>}
 */
export function bytesOf(file) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}

/**
 * Any image that the browser can show as a small PNG in base64: far more pixels than cells
 * would only make the message long.
 * @param {File} file
 */
export async function smallPNG(file) {
  const most = 512;
  const picture = await createImageBitmap(file);
  const shrink = Math.min(1, most / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * shrink));
  canvas.height = Math.max(1, Math.round(picture.height * shrink));
  const pen = canvas.getContext("2d");
  if (!pen) return "";
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}
