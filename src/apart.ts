/** What is no page of the playground's own world: an embed, which is framed or is `embed.html`, and `served.html`. */
import { show as showEmbed } from './embed/show.ts';

export function show(): void {
  if (self === top && document.querySelector('.served'))
    void import('./served/show.ts').then(({ show }) => show());
  else showEmbed();
}
