/**
 * Simplified Chinese for sentences of models, turns, settings and the store, which the host sends with their English
 * text. Their keys name sentences of the host; they are another list than the panel's own.
 */
export const chineseHost: Readonly<Record<string, string>> = {
  "config.providers.list": "设置 toolweave.providers 必须是列表。请将服务商写在 [ 和 ] 之间。",
  "config.providers.duplicate": "有两个服务商的 id 都是“{id}”。请为第二个换一个 id。",

  "error.keyMissing": "{provider} 需要 API 密钥，但尚未设置。请设置 API 密钥。",
  "error.key": "{provider} 拒绝了以 {tail} 结尾的密钥（401）。请设置其他 API 密钥。",
  "error.forbidden": "{provider} 不允许此密钥使用 {model}（403）。请选择其他模型或密钥。",
  "error.model": "{provider} 没有模型 {model}。请选择其他模型。",
  "error.noModel": "尚未选择模型。请选择一个，然后重新发送消息。",
  "error.endpoint": "{address} 没有聊天接口，或 {provider} 没有模型 {model}（404）。请检查设置中的 base URL。",
  "error.quota": "{provider} 账户的额度已用完。请检查套餐和账单。",
  "error.rateLimit": "{provider} 暂时不接受更多请求。请稍后重试。",
  "error.context": "对话超出了 {model} 可读取的长度。请新建对话，或选择上下文窗口更大的模型。",
  "error.toolsUnsupported": "{provider} 的 {model} 不支持函数调用。请对此模型使用文本模式。",
  "error.server": "{provider} 因自身故障无法回答（{status}）。请重试。",
  "error.request": "{provider} 没有接受请求（{status}），原因见其回答。",
  "error.unreachable": "{address} 无响应。请检查 {name} 是否在运行，以及从此扩展运行的位置看该地址是否正确。",
  "error.hostNotFound": "找不到 {address} 的主机。请检查 base URL 和网络。",
  "error.certificate": "{address} 的证书不受信任。请将其颁发机构加入系统，或检查地址。",
  "error.timeout": "{provider} 在 {seconds} 秒内没有发送任何内容，请求已结束。请重试。",
  "error.cut": "回复在 {characters} 个字符后中断，未完成的调用没有运行。请重试。",
  "error.damaged": "部分回复无法读取，其中的调用没有运行。请重试。",
  "error.noCall": "{model} 宣布了工具调用却没有发送。请重试，或对此模型使用文本模式。",
  "error.notAnApi": "{address} 返回的是网页或文本，不是模型的回复。请检查设置中的 base URL。",
  "error.redirect": "{address} 指向另一个地址 {location}，未跟随。如果它是正确的，请将其设为 base URL。",
  "error.refusal": "{model} 拒绝回答。",
  "error.contentFilter": "{provider} 的内容过滤器结束了回复。",
  "error.provider": "{provider} 报告了错误。",
  "error.demo": "演示模型按要求出错。",
  "error.fault": "Toolweave 出现故障：{detail}。你的消息已保留，详情见日志。",

  "notice.damaged": "此回复有一部分无法读取，已缺失。",
  "notice.retryingStatus": "{provider} 返回了状态 {status}。{seconds} 秒后重试（第 {attempt} 次，共 {of} 次）。",
  "notice.retrying": "{address} 无响应。{seconds} 秒后重试（第 {attempt} 次，共 {of} 次）。",
  "notice.textMode": "已切换到文本模式：此模型的服务器不支持工具。",
  "notice.textModeLeaked": "已切换到文本模式：此模型以文本形式写出工具调用。",
  "notice.emptyReply": "模型返回了空回复。请重新发送消息，或选择其他模型。",
  "notice.loopWarning": "模型已 {n} 次对 {call} 作出同一调用。达到 {max} 次时将自动停止。",
  "notice.repeatedCall": "模型在一条回复中三次写出同一调用，回复已在此结束。",
  "notice.tooManyCalls": "模型在一条回复中写出了超过 {n} 个调用，回复已在此结束。",
  "notice.repeatedText": "模型不断重复同一段文字，回复已在此结束。",

  "store.diskFull": "磁盘已满，对话尚未保存。它保留在此窗口中，{folder} 有空间后立即保存。",
  "store.notAllowed": "无法写入 {folder}，对话没有保存。它保留在此窗口中；使该文件夹可写即可保存。",
  "store.writeFailed": "对话尚未保存：{reason}。它保留在此窗口中，并会再次尝试保存。",

  "tool.error.cancelled": "用户取消了此调用。",
  "tool.error.interrupted": "此调用得到结果之前窗口已关闭，它可能已经运行。",
  "tool.error.stopped": "此调用得到结果之前用户停止了这一轮。",
};
