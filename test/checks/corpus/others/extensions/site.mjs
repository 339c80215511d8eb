// A static site's integration: a name, and hooks with names of its own.
export default {
  name: 'sitemap',
  hooks: {
    'site:config:setup': ({ updateConfig }) => updateConfig({ trailingSlash: 'never' }),
    'site:build:done': async ({ dir }) => console.log(dir),
  },
}
