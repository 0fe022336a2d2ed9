import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { configure } from 'svc-playground/embed';

configure({ site: new URL('../', document.baseURI).href });

function Article() {
  const embed = useRef(null);
  const [theme, setTheme] = useState('auto');
  const [said, setSaid] = useState('Nothing has been sent yet.');
  const send = () => embed.current.send().catch((reason) => setSaid(reason.message));

  return (
    <main>
      <h1>An embed in React</h1>
      <p>
        The state of this page sets the theme of the embed, and the embed tells this page what was answered.
      </p>
      <p className="controls">
        <label htmlFor="theme">Theme</label>
        <select id="theme" value={theme} onChange={(event) => setTheme(event.target.value)}>
          <option value="auto">As the system</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
        <button type="button" onClick={send}>
          Send from this page
        </button>
      </p>
      <svc-playground
        ref={embed}
        title="Create a post"
        endpoint="createPost"
        theme={theme}
        hide="headers,signature"
        onready={() => setSaid('The embed is ready.')}
        onsent={({ detail }) => setSaid(`${detail.method} ${new URL(detail.url).pathname}: ${detail.status}`)}
        onerror={({ detail }) => setSaid(detail.message)}
      >
        <code>POST /2/posts</code>
      </svc-playground>
      <p role="status">{said}</p>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<Article />);
