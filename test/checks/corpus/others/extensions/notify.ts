// A gateway's plugin: an object with an id and `register`, and event names that others have as well.
import { definePlugin } from 'some-gateway/sdk'

type Api = { on(event: string, handler: (event: { content?: string }) => unknown): void; logger: Console }

export default definePlugin({
  id: 'notify',
  name: 'Notify',
  version: '2.1.0',
  configSchema: { type: 'object', properties: { url: { type: 'string' } } },
  register(api: Api) {
    api.on('message_received', ({ content }) => api.logger.info(content))
    api.on('message_sending', ({ content }) => ({ content: content?.trim() }))
    api.on('before_tool_call', () => undefined)
  },
})
