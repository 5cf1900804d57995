/** Clipboard contents of Word and Google Docs, shortened. */

const item = (position: string, level: number, list: number, marker: string, text: string): string =>
  `<p class=MsoListParagraphCxSp${position} style='margin-left:${level * 36}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l${list} level${level} lfo1'><![if !supportLists]><span lang=EN-GB style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-GB>${text}<o:p></o:p></span></p>`;

export const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/ada/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- /* Font Definitions */ @font-face {font-family:"Cambria Math"; panose-1:2 4 5 3 5 4 6 3 2 4;} p.MsoNormal {mso-style-unhide:no;} --></style>
<script>document.title = "taken over"</script>
</head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->
<p class=MsoTitle><span lang=EN-GB>The yard’s year<o:p></o:p></span></p>
<h1><b><span lang=EN-GB>Winter</span></b><o:p></o:p></h1>
<p class=MsoNormal><span lang=EN-GB>We keep <b style='mso-bidi-font-weight:normal'>every plank</b> dry, and <i>none</i>
warm. Ask <a href="https://harbour.example/ask?a=1&amp;b=2">the harbour</a>, <a href="mailto:ada@example.org">Ada</a> or <a href="javascript:alert(1)">nobody</a>.<span style='mso-spacerun:yes'>  </span>See <a href="#_Toc4711">below</a>.<o:p></o:p></span></p>
${item("First", 1, 0, "·", "larch")}
${item("Middle", 2, 0, "o", "from <b>the north</b>")}
${item("Middle", 2, 0, "o", "from the south")}
${item("Last", 1, 0, "·", "oak")}
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${item("First", 1, 1, "3.", "plane")}
${item("Last", 1, 1, "4.", "varnish")}
<h2>Prices<o:p></o:p></h2>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'>
 <tr style='mso-yfti-irow:0'>
  <td width=200 valign=top style='width:150.25pt'><p class=MsoNormal><b>Boat<o:p></o:p></b></p></td>
  <td width=200 valign=top><p class=MsoNormal><b>Price<o:p></o:p></b></p></td>
 </tr>
 <tr><td><p class=MsoNormal>Dinghy<o:p></o:p></p><p class=MsoNormal>with oars<o:p></o:p></p></td><td><p class=MsoNormal>900 | 950<o:p></o:p></p></td></tr>
</table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="Picture_1" style='width:100pt'><v:imagedata src="file:///C:/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=133 height=100 src="file:///C:/Users/ada/AppData/Local/Temp/clip_image002.png" v:shapes="Picture_1" onerror="alert(1)"><![endif]></p>
<p class=MsoNormal><span style='display:none;mso-hide:all'>a secret note</span>The end.<o:p></o:p></p>
<!--EndFragment-->
</body></html>`;

export const WORD_MARKDOWN = `## The yard’s year

## Winter

We keep **every plank** dry, and *none* warm. Ask [the harbour](https://harbour.example/ask?a=1&b=2), [Ada](mailto:ada@example.org) or nobody. See below.

- larch
  - from **the north**
  - from the south
- oak

3. plane
4. varnish

### Prices

| Boat | Price |
| --- | --- |
| Dinghy with oars | 900 \\| 950 |

The end.`;

const span = (text: string, more = ""): string =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;${more}">${text}</span>`;
const line = (inside: string): string =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${inside}</p>`;
const entry = (text: string, level: number): string =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;font-weight:400;white-space:pre;" aria-level="${level}">${line(text)}</li>`;

export const DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0f1e2d3c-7fff-1111-2222-333344445555"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;">${span("Launch day", "font-size:20pt;")}</h1>${line(
  `${span("Bring ")}${span("warm clothes", "font-weight:700;")}${span(" and ")}${span("no", "font-style:italic;")}${span(" ")}${span("dogs", "text-decoration:line-through;")}${span(". ")}<a href="https://example.org/launch" style="text-decoration:none;">${span("Read on", "color:#1155cc;text-decoration:underline;")}</a>${span(".")}`,
)}<br><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${entry(span("boats"), 1)}<ul style="margin-top:0;">${entry(span("wooden", "font-weight:700;"), 2)}${entry(span("steel"), 2)}</ul>${entry(span("people"), 1)}</ul><h2 dir="ltr">${span("Order")}</h2><ol>${entry(span("salute"), 1)}${entry(span("splash"), 1)}</ol><div dir="ltr" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="312"><col width="312"></colgroup><tbody><tr style="height:0pt">
<td style="border:1pt solid #000">${line(span("Time", "font-weight:700;"))}</td><td>${line(span("What", "font-weight:700;"))}</td></tr><tr><td>${line(span("9:00"))}</td><td>${line(span("coffee"))}${line(span("and cake"))}</td></tr></tbody></table></div>${line(`${span("")}<span style="border:none;display:inline-block;overflow:hidden;width:624px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX" width="624" height="416" style="margin-left:0px;"></span>`)}</b><br class="Apple-interchange-newline">`;

export const DOCS_MARKDOWN = `## Launch day

Bring **warm clothes** and *no* ~~dogs~~. [Read on](https://example.org/launch).

- boats
  - **wooden**
  - steel
- people

### Order

1. salute
2. splash

| Time | What |
| --- | --- |
| 9:00 | coffee and cake |`;
