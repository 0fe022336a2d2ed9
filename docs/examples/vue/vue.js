import { createApp } from 'vue';
import { configure } from 'svc-playground/embed';
import Article from './Article.vue';

configure({ site: new URL('../', document.baseURI).href });
createApp(Article).mount('#root');
