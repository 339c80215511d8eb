// A build pipeline's extension; its steps are words with underscores too.
export const name = 'pipeline'
export const hooks = {
  build_start() {},
  asset_emitted: async (asset) => asset,
}
