import { encodeRfc3986 } from '../../engine/inside.ts';
import type { Mistake } from '../format/lesson.ts';
import { baseString, encoded, key, parameters, said, secret } from './named.ts';
import { app, consumer, form, mira, search } from './solution.ts';

const written = (step: number, name: string, told: string, text: string): Mistake => ({
  ...{ step, name, told },
  act: async (learner) => learner.write(text),
});

const unsorted = parameters.right.split('&').reverse().join('&');
const [method = '', address = '', encodedParameters = ''] = baseString.right.split('&');

export const mistakes: readonly Mistake[] = [
  {
    ...{ step: 0, name: 'by a bearer token', told: 'It was answered, but not for a signed call' },
    act: async (learner) => void (await learner.bearer(app).get(search)),
  },
  {
    ...{ step: 0, name: 'without anything', told: 'The search was refused' },
    act: async (learner) => void (await learner.anonymous.get(search)),
  },
  written(1, 'as it is', 'Nothing is encoded yet', said),
  written(1, 'with encodeURIComponent', "! ' ( ) * left unencoded", encodeURIComponent(said)),
  written(1, 'with a form encoder', 'Space encoded as +', encoded.replaceAll('%20', '+')),
  written(
    1,
    'in small letters',
    'Lower-case hex in escapes',
    encoded.replace(/%../g, (each) => each.toLowerCase()),
  ),
  written(1, 'twice', 'It is encoded twice', encodeRfc3986(encoded)),
  written(1, 'without its end', 'It differs from the right one at character 38', encoded.slice(0, 37)),
  written(2, 'in another order', 'The parameters are not sorted by name', unsorted),
  written(2, 'with commas', 'Parameters joined with commas', parameters.right.replaceAll('&', ',')),
  written(2, 'with plus for a blank', 'Space encoded as +', parameters.right.replace('%20', '+')),
  written(2, 'without the header', 'No protocol parameter signed', 'max_results=10&query=it%27s%20fun'),
  written(3, 'the parameters alone', 'These are the parameters alone', parameters.right),
  written(
    3,
    'with the method in small letters',
    'Method in lower case',
    baseString.right.replace(method, 'get'),
  ),
  written(
    3,
    'with the parameters as they are',
    'Parameter string not encoded again',
    `${method}&${address}&${parameters.right}`,
  ),
  written(3, 'with http', 'http and https confused', baseString.right.replace('https', 'http')),
  written(3, 'with another method', 'Signed for another method', baseString.right.replace(method, 'POST')),
  written(
    3,
    'with an address that is not encoded',
    'URI not encoded',
    `${method}&https://api.svc.example/2/posts/search/recent&${encodedParameters}`,
  ),
  written(4, 'the secret alone', 'The & is missing', secret),
  written(4, 'with the & encoded', 'The & is encoded', `${secret}%26`),
  written(4, 'with a word for nothing', 'Something follows the &', `${key}undefined`),
  written(4, 'the other way round', 'It does not begin with the API secret', `&${secret}`),
  {
    ...{ step: 5, name: 'another text', told: 'Another text was posted' },
    act: async (learner) => void (await mira(learner).post('/2/posts', { text: 'Ladies and Gentlemen' })),
  },
  {
    ...{ step: 5, name: 'as a form', told: 'This endpoint takes only JSON' },
    act: async (learner) =>
      void (await mira(learner).send({ method: 'POST', path: '/2/posts', form: { text: said } })),
  },
  {
    ...{ step: 5, name: 'by a bearer token', told: 'The post was refused' },
    act: async (learner) => void (await learner.bearer(app).post('/2/posts', { text: said })),
  },
  {
    ...{ step: 6, name: 'in the query', told: 'oauth_callback was not in the body' },
    act: async (learner) =>
      void (await consumer(learner).send({
        method: 'POST',
        path: '/oauth/request_token?oauth_callback=oob',
      })),
  },
  {
    ...{ step: 6, name: 'without a body', told: 'The call has no body' },
    act: async (learner) =>
      void (await consumer(learner).send({ method: 'POST', path: '/oauth/request_token' })),
  },
  {
    ...{ step: 6, name: 'as JSON', told: 'The body is not a form with oauth_callback' },
    act: async (learner) => void (await consumer(learner).post('/oauth/request_token', form.form)),
  },
  {
    ...{
      step: 6,
      name: 'with a callback that nobody registered',
      told: 'This callback is not one of the App',
    },
    act: async (learner) =>
      void (await consumer(learner).send({
        ...form,
        form: { oauth_callback: 'https://elsewhere.example/' },
      })),
  },
  {
    ...{ step: 6, name: 'without a signature', told: 'This call has to be signed' },
    act: async (learner) => void (await learner.basic(app).send(form)),
  },
  {
    ...{ step: 6, name: 'with a token', told: 'The call was refused' },
    act: async (learner) => void (await mira(learner).send(form)),
  },
];
