// SPDX-License-Identifier: Apache-2.0
#include "report/page_text.h"

#include "text/file_digest.h"

namespace gantry {
namespace {

std::string html(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '&':
        escaped += "&amp;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

unsigned digit(char hexadecimal) {
  return static_cast<unsigned>(hexadecimal <= '9' ? hexadecimal - '0' : hexadecimal - 'a' + 10);
}

}  // namespace

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  constexpr std::string_view kEllipsis = "…";
  std::size_t length = most > kEllipsis.size() ? most - kEllipsis.size() : 0;
  // Do not cut a UTF-8 character in two.
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0U) == 0x80U) --length;
  return std::string(text.substr(0, length)) + std::string(kEllipsis);
}

std::string script_json(const PageJson& data) {
  // Outside of strings JSON has none of these three. Bytes that are no UTF-8 become U+FFFD.
  const std::string plain = data.dump(-1, ' ', false, PageJson::error_handler_t::replace);
  std::string text;
  text.reserve(plain.size());
  for (const char c : plain) {
    if (c == '<') {
      text += "\\u003c";
    } else if (c == '>') {
      text += "\\u003e";
    } else if (c == '&') {
      text += "\\u0026";
    } else {
      text += c;
    }
  }
  return text;
}

std::string policy_hash(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string hexadecimal = sha256(text) + "00";  // 32 bytes, and one more to make whole groups of three
  std::string base64;
  for (std::size_t at = 0; at < hexadecimal.size(); at += 6) {
    unsigned group = 0;
    for (std::size_t i = 0; i < 6; ++i) group = group << 4U | digit(hexadecimal[at + i]);
    for (int shift = 18; shift >= 0; shift -= 6) base64 += kDigits[group >> static_cast<unsigned>(shift) & 63U];
  }
  base64.back() = '=';
  return "'sha256-" + base64 + "'";
}

std::string page_text(const std::string& title, const PageJson& data, std::string_view style, std::string_view script) {
  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ";
  page += policy_hash(style) + "; script-src " + policy_hash(script);
  page += "; base-uri 'none'; form-action 'none'\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page += "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" + html(title) + " – Gantry</title>\n<style>";
  page += style;
  page +=
      "</style>\n</head>\n<body>\n<noscript><p>This page draws itself with JavaScript, which is off.</p></noscript>\n";
  page += "<main id=\"page\"></main>\n<script type=\"application/json\" id=\"data\">" + script_json(data);
  page += "</script>\n<script>";
  page += script;
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace gantry
