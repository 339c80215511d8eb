export default {
  id: 'health',
  handler: (router) => {
    router.get('/', (_req, res) => res.send('ok'))
  },
}
