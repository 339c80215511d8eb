-- One session of Neovim with the language server, reported as one line of JSON. The test sets the environment:
-- NODE and MAIN start the server, HOME_FOLDER and ROOT are its folders, HOOK is the file that is edited.

local told = {}

local function tell()
  io.stdout:write("\n" .. vim.json.encode(told) .. "\n")
  vim.cmd("qa!")
end

local function codes()
  return vim.tbl_map(function(one)
    return one.code
  end, vim.diagnostic.get(0))
end

local function awaits(what, wanted)
  if not vim.wait(60000, wanted, 20) then
    told.late = what
    tell()
  end
end

local function ask(method, params)
  local answers, failure = vim.lsp.buf_request_sync(0, method, params, 20000)
  local _, answer = next(answers or {})
  if answer == nil or answer.err ~= nil then
    told.failed = { method, failure or vim.inspect(answer and answer.err) }
    tell()
  end
  return answer.result
end

vim.cmd("edit " .. vim.fn.fnameescape(vim.env.HOOK))
local id = vim.lsp.start_client({
  name = "hookbench",
  cmd = { vim.env.NODE, vim.env.MAIN, "lsp", "--stdio", "--home", vim.env.HOME_FOLDER, "--trust-workspace" },
  root_dir = vim.env.ROOT,
})
vim.lsp.buf_attach_client(0, id)
awaits("diagnostics", function()
  return #codes() > 0
end)
told.found = codes()

-- Edited in the buffer, as by typing: Neovim sends the change.
vim.api.nvim_buf_set_text(0, 1, 2, 1, 11, { "beforeTool" })
awaits("diagnostics to go", function()
  return #codes() == 0
end)

vim.api.nvim_buf_set_text(0, 1, 24, 1, 33, { "ctx." })
local uri = vim.uri_from_bufnr(0)
local completed = ask("textDocument/completion", {
  textDocument = { uri = uri },
  position = { line = 1, character = 28 },
})
told.completed = vim.tbl_map(function(item)
  return item.label
end, completed.items or completed)

vim.api.nvim_buf_set_text(0, 1, 24, 1, 28, { "undefined" })
vim.cmd("write")
told.replayed = ask("workspace/executeCommand", {
  command = "hookbench.replay",
  arguments = { { uri = uri, event = "beforeTool" } },
}).summary

vim.lsp.stop_client(id)
told.stopped = vim.wait(60000, function()
  return vim.lsp.get_client_by_id(id) == nil or vim.lsp.get_client_by_id(id).is_stopped()
end, 20)
tell()
