// A headless CMS's hook.
import { defineHook } from 'some-cms/extensions-sdk'

export default defineHook(({ filter, action, schedule }, { services, logger }) => {
  filter('items.create', (payload, meta) => ({ ...payload, from: meta.collection }))
  action('auth.login', () => logger.info('login'))
  schedule('*/15 * * * *', () => new services.ItemsService('log').deleteByQuery({ limit: 100 }))
})
