import { isOneOf } from '../../../worker/api.ts';
export const iconTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** In bytes: about 75 KB, which is 100,000 characters as a data: URL. */
export const largestIcon = 74_900;

/** A picture as a data: URL, or why it is refused. */
export async function readIcon(file: File): Promise<{ url: string } | { reason: string }> {
  if (!isOneOf<string>(iconTypes, file.type))
    return { reason: `${file.name.slice(0, 80)} is not a PNG, JPEG, GIF or WebP picture.` };
  if (file.size > largestIcon)
    return {
      reason: `${file.name.slice(0, 80)} has ${Math.ceil(file.size / 1000)} KB; at most 75 are taken.`,
    };
  const url = await asDataUrl(file);
  return (await isPicture(url))
    ? { url }
    : { reason: `${file.name.slice(0, 80)} cannot be read as a picture.` };
}

const asDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });

const isPicture = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = url;
  });
