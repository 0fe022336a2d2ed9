/** Pages that do not show the playground's own world: an embed, framed or as `embed.html`, and `served.html`. */
import { show as showEmbed } from './embed/show.ts';

export function show(): void {
  if (self === top && document.querySelector('.served'))
    void import('./served/show.ts').then(({ show }) => show());
  else showEmbed();
}
